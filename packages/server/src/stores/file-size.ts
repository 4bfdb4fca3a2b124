import { stat } from 'node:fs/promises'

/** In bytes; undefined where there is no such file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(({ size }) => size, absentAsUndefined)
}

/** For what reads a file that need not be there. */
export function absentAsUndefined(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
