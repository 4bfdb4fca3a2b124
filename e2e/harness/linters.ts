import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LINTERS } from './paths.ts'

/** A package of `e2e/linters`, which has a lockfile of its own and is installed by `bringLinters`. */
export function linter(name: string): unknown {
  return createRequire(join(LINTERS, 'package.json'))(name)
}
