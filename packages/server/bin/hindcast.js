#!/usr/bin/env node
// Plain JavaScript for any Node, so that an old one gets a sentence instead of a syntax error.
import { spawn } from 'node:child_process'
import * as nodeModule from 'node:module'
import { COMPILED, FIND_MODULES, V8_FLAGS, warmCompileCache } from './compile-cache.js'

// Read once when a process starts, so they cannot be set from inside. A malloc arena for each thread of the pool costs
// an idle server 25 MB. Four queries of a store, and a disk that is slow, wait in the pool; nobody shall wait behind them.
const ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILED, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '16' }

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 11)) runOn(findNode24())
else if (process.argv[2] === 'start' && process.env.MALLOC_ARENA_MAX === undefined) replaceProcess()
else {
  nodeModule.enableCompileCache(COMPILED)
  await import('./find-modules.js')
  const { main } = await import('../src/app/cli/main.ts')
  await main(process.argv.slice(2))
}

/** The same process id goes on with these settings, so signals and supervisors notice nothing. */
function replaceProcess() {
  process.removeAllListeners('warning')
  const environment = { ...process.env, ...ENVIRONMENT }
  warmCompileCache(environment)
  process.execve(
    process.execPath,
    [process.execPath, ...V8_FLAGS, ...FIND_MODULES, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  )
}

function findNode24() {
  try {
    return nodeModule.createRequire(import.meta.url).resolve('node/bin/node')
  } catch {
    process.stderr.write(
      `Hindcast needs Node 24.11 or newer; this is ${process.versions.node}. In a clone of its repository npm brings one: npm ci && npm start.\n`,
    )
    return process.exit(1)
  }
}

function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
