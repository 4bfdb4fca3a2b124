import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { trimmed } from './read.ts'

/** A release is part of paths and file names, so what could not be one is as good as none. */
export function readRelease(sent: Json | undefined): string | undefined {
  return valid(trimmed(sent), LIMITS.text.release, ['latest'])
}

export function readEnvironment(sent: Json | undefined): string | undefined {
  return valid(trimmed(sent), LIMITS.text.environment, ['none'])
}

export function readDist(sent: Json | undefined): string | undefined {
  const dist = trimmed(typeof sent === 'number' ? String(sent) : sent)
  return dist !== undefined && /^[\w.-]+$/.test(dist) && dist.length <= LIMITS.text.dist ? dist : undefined
}

function valid(name: string | undefined, limit: number, reserved: readonly string[]): string | undefined {
  if (name === undefined || name.length > limit || /[/\r\n\t\f\0]/.test(name)) return undefined
  return name === '.' || name === '..' || reserved.includes(name.toLowerCase()) ? undefined : name
}
