import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * `npm run dev`: the server, started again when its sources change, and Vite in front of it with hot reload.
 * Not `node --watch`: that puts messages of its own on the digester thread's port.
 */
const root = join(import.meta.dirname, '..')
const web = join(root, 'packages/web')
const vite = join(
  dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
)
const bin = join(root, 'packages/server/bin/hindcast.js')
const port = process.env['HINDCAST_PORT'] ?? '8000'
const address = `http://127.0.0.1:${port}`
const SETTLE_MS = 200

let server: ChildProcess | undefined
let pages: ChildProcess | undefined
let stale = false
let stopping = false

function startServer(): void {
  stale = false
  const args = [bin, 'start', '--host', '127.0.0.1', '--port', port, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  server = child
  child.on('exit', (code) => {
    server = undefined
    if (stopping) return
    if (stale) startServer()
    else console.error(`the server ended with ${code}; it starts again when a source changes`)
  })
}

/** Waits for the old one to end, because two servers cannot share a data folder. */
function restart(): void {
  if (stopping) return
  stale = true
  if (server === undefined) startServer()
  else server.kill('SIGTERM')
}

function stop(): void {
  stopping = true
  server?.kill('SIGTERM')
  pages?.kill('SIGTERM')
  for (const watcher of watchers) watcher.close()
}

let timer: ReturnType<typeof setTimeout> | undefined
const watchers = ['packages/server/src', 'packages/contract/src'].map((folder) =>
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (name === null || !name.endsWith('.ts') || /\.(test|contract)\.ts$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(restart, SETTLE_MS)
  }),
)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

console.log(`pages with hot reload  http://127.0.0.1:5173\nserver and its API     ${address}\n`)
startServer()
pages = spawn(process.execPath, [vite, '--clearScreen', 'false', '--strictPort'], {
  cwd: web,
  stdio: 'inherit',
  env: { ...process.env, HINDCAST_DEV_SERVER: address },
})
pages.on('exit', (code) => {
  if (!stopping) process.exitCode = code ?? 1
  stop()
})
