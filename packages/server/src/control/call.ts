import { request } from 'node:http'
import { AppError, type AppErrorCode } from '#domain/app-error.ts'
import type { OperationName, Operations } from './operations.ts'

export async function isServerRunning(socketPath: string): Promise<boolean> {
  try {
    await post(socketPath, 'ping', {})
    return true
  } catch (error) {
    // A socket file that nobody listens on is left behind by kill -9; any other failure must not be taken for absence.
    if (isCode(error, 'ECONNREFUSED') || isCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Runs an operation on the server of the data folder. */
export async function callServer<Name extends OperationName>(
  socketPath: string,
  name: Name,
  input: Parameters<Operations[Name]>[0],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  const { status, text } = await post(socketPath, name, input)
  const body: unknown = JSON.parse(text)
  if (status === 200) return body as Awaited<ReturnType<Operations[Name]>>
  const problem = body as { code: AppErrorCode; message: string }
  throw new AppError(problem.code, problem.message)
}

function post(socketPath: string, name: string, input: unknown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: `/${name}`, agent: false }, (response) => {
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
