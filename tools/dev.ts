import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `npm run dev`: the server, restarted when its sources change, and Vite in front of it with hot reload. */
const root = join(import.meta.dirname, '..')
const web = join(root, 'packages/web')
const viteManifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
const vite = join(dirname(viteManifest), 'bin/vite.js')
const bin = fileURLToPath(new URL('../packages/server/bin/hindcast.js', import.meta.url))
const port = process.env['HINDCAST_PORT'] ?? '8000'
const address = `http://127.0.0.1:${port}`

const children = new Set<ChildProcess>()
let stopping = false

function run(
  name: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): void {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  children.add(child)
  child.on('exit', (code) => {
    children.delete(child)
    if (!stopping) {
      console.error(`${name} ended with ${code}; stopping`)
      process.exitCode = 1
    }
    stop()
  })
}

/** One Ctrl-C ends both: a server that lived on would hold the data folder against the next start. */
function stop(): void {
  stopping = true
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

console.log(`pages with hot reload  http://127.0.0.1:5173\nserver and its API      ${address}\n`)
run(
  'the server',
  [
    '--watch',
    '--watch-preserve-output',
    bin,
    'start',
    '--host',
    '127.0.0.1',
    '--port',
    port,
    ...process.argv.slice(2),
  ],
  root,
  {},
)
run('Vite', [vite, '--clearScreen', 'false', '--strictPort'], web, { HINDCAST_DEV_SERVER: address })
