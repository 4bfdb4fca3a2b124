import { request } from 'node:http'
import { AppError, type AppErrorCode } from '#domain/app-error.ts'
import type { OperationName, Operations } from './operations.ts'

/** The server of a data folder. */
export interface Holder {
  /** Undefined where it does not say. */
  readonly pid: number | undefined
  /** `silent`: something listens and does not answer, as a process does that hangs. */
  readonly state: 'running' | 'stopping' | 'silent'
  /** Undefined where it does not say: then it has all. */
  readonly role?: string | undefined
}

/** A server answers at once, also while it starts. */
const PING_MS = 3_000

export async function isServerRunning(socketPath: string): Promise<boolean> {
  return (await holderOf(socketPath)) !== undefined
}

export async function holderOf(socketPath: string, pingMs = PING_MS): Promise<Holder | undefined> {
  try {
    const { text } = await post(socketPath, 'ping', {}, AbortSignal.timeout(pingMs))
    const { pid, state, role } = JSON.parse(text) as Partial<Holder>
    return { pid, state: state ?? 'running', role }
  } catch (error) {
    // kill -9 leaves a socket file without a listener; any other failure must not be taken for absence.
    if (isAbsence(error)) return undefined
    // It closed the connection on us: it is on its way out.
    if (isCode(error, 'ECONNRESET') || isCode(error, 'EPIPE')) return { pid: undefined, state: 'stopping' }
    if (isCode(error, 'ABORT_ERR')) return { pid: undefined, state: 'silent' }
    throw error
  }
}

/** Nobody listens on the socket. */
export function isAbsence(error: unknown): boolean {
  return isCode(error, 'ECONNREFUSED') || isCode(error, 'ENOENT')
}

/** Runs an operation on the server of the data folder. */
export async function callServer<Name extends OperationName>(
  socketPath: string,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  const { status, text } = await post(socketPath, name, input, signal)
  const body: unknown = JSON.parse(text)
  if (status === 200) return body as Awaited<ReturnType<Operations[Name]>>
  const problem = body as { code: AppErrorCode; message: string }
  throw new AppError(problem.code, problem.message)
}

function post(
  socketPath: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const to = { socketPath, method: 'POST', path: `/${name}`, agent: false, ...(signal && { signal }) }
    const call = request(to, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    call.on('error', reject)
    call.end(JSON.stringify(input))
  })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
