import { Elysia } from 'elysia'

/** Whether the process answers. */
export const healthzRoute = new Elysia({ name: 'upstream-healthz' }).get('/healthz', () => 'ok')
