/** What a caller may name a request: short, and harmless in a header and in a log. */
export const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/
