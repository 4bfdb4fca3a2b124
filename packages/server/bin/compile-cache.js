import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Without it every start strips the types of some 400 files anew, in each thread: seconds, and 20 MB that stay. Beside
// the code and not in a common temporary folder, where somebody else could lay code for us to run.
export const COMPILED = fileURLToPath(new URL('../.compiled', import.meta.url))

/**
 * The server's, and those of whoever compiles for it: code that was compiled with others is not taken. What lives long is
 * 25 MB in a thread, but its nursery grows to 100 MB under load by itself; with this much, events are digested no slower.
 */
export const V8_FLAGS = ['--expose-gc', '--max-semi-space-size=8']

/** Threads get it too, which a hook that is registered by the main thread does not reach. */
export const FIND_MODULES = ['--import', new URL('find-modules.js', import.meta.url).href]

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))
const STAMP = join(COMPILED, 'warmed')

/**
 * Compiles what changed since the last time in a process that ends, so that the memory which this takes is not the
 * server's: the first start after an installation is then like every other, a second later.
 */
export function warmCompileCache(environment) {
  try {
    if (isWarm()) return
    mkdirSync(COMPILED, { recursive: true })
    // Before the work, so that a folder which cannot be written costs nothing.
    writeFileSync(STAMP, process.version)
    const warm = fileURLToPath(new URL('warm.js', import.meta.url))
    spawnSync(process.execPath, [...V8_FLAGS, ...FIND_MODULES, warm], { env: environment, stdio: 'ignore' })
  } catch {
    // An installation that is read-only starts as well, only larger.
  }
}

function isWarm() {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== process.version) return false
  const warmedAt = statSync(STAMP).mtimeMs
  return readdirSync(SOURCES, { recursive: true }).every(
    (name) => !name.endsWith('.ts') || statSync(join(SOURCES, name)).mtimeMs <= warmedAt,
  )
}
