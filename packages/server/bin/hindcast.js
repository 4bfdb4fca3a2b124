#!/usr/bin/env node
// Plain JavaScript for any Node, so that an old one gets a sentence instead of a syntax error.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

// Sized before anything uses the pool: fdatasync of the spool must never queue behind store queries.
process.env.UV_THREADPOOL_SIZE ||= '16'

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { main } = await import('../src/cli/main.ts')
  await main(process.argv.slice(2))
} else {
  runOn(findNode24())
}

function findNode24() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node')
  } catch {
    process.stderr.write(
      `Hindcast needs Node 24; this is ${process.version}. Start it through npm (npm start, npx hindcast), which brings its own.\n`,
    )
    return process.exit(1)
  }
}

function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
