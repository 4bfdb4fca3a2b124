import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

export interface Output {
  readonly code: number | null
  /** The end of what it wrote. */
  readonly text: string
}

const KEPT = 20_000

/** Runs a program to its end, or until the signal. */
export function finish(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly env?: NodeJS.ProcessEnv
    readonly signal?: AbortSignal | undefined
  },
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const { cwd, env = process.env, signal } = options
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        text = (text + more).slice(-KEPT)
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}

/** The port itself if it is free, any free one for 0; a port in use is said in one sentence. */
export function claimPort(port: number, flag: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', () =>
      reject(
        new Error(`Port ${port} is in use. Choose another with ${flag}, or leave it out for a free one.`),
      ),
    )
    server.listen(port, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
