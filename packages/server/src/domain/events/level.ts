export const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const
export type Level = (typeof LEVELS)[number]
