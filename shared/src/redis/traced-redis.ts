import type { Redis } from 'ioredis'
import type { Tracing } from '../telemetry/tracing.ts'

/**
 * Gives every command of a request or job a span, by the one method that all commands go through. Neither keys nor values stand in it:
 * keys name accounts and addresses.
 */
export function traceRedis(redis: Redis, tracing: Tracing): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = function sendTraced(command, stream) {
    if (!tracing.isInside()) return send(command, stream)
    const operation = command.name.toUpperCase()
    const span = tracing.begin({
      name: operation,
      kind: 'client',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': operation },
    })
    command.promise.then(() => span.end(), span.end)
    return send(command, stream)
  }
}
