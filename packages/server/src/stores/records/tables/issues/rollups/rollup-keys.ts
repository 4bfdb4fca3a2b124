import { hash } from 'node:crypto'

/** Of 53 bits, the most that is a number everywhere. Of a million users two fall together once in twenty thousand times. */
function numberOf(text: string): number {
  return Number.parseInt(hash('sha1', text).slice(0, 13), 16)
}

export function fingerprintKey(row: {
  readonly project_id: string
  readonly version: number
  readonly fingerprint: string
}): number {
  return numberOf(`${row.project_id}/${row.version}/${row.fingerprint}`)
}

export function userKey(user: string): number {
  return numberOf(user.toWellFormed())
}
