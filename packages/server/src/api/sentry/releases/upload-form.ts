import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { UploadedChunk } from '#api/deps.ts'

const PART = /^file(_gzip)?$/

/** Forms are held in memory, each of them bounded, so there is a bound to how many there are at the same time. */
export function createFormReader() {
  let open = 0
  return async <T>(request: Request, use: (form: FormData) => Promise<T>): Promise<T> => {
    if (open >= LIMITS.upload.openRequests) {
      throw new AppError('store_unavailable', 'Too many uploads at the same time. Try again in a moment.')
    }
    open += 1
    try {
      return await use(await readForm(request))
    } finally {
      open -= 1
    }
  }
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'BodyLimitError') throw cause
    throw new AppError('invalid_input', 'The body must be sent as multipart/form-data.', { cause })
  }
}

export async function chunksIn(form: FormData): Promise<readonly UploadedChunk[]> {
  const chunks: UploadedChunk[] = []
  for (const [name, part] of form) {
    const match = PART.exec(name)
    if (match === null || typeof part === 'string') continue
    if (chunks.length === LIMITS.upload.chunksPerRequest) {
      throw new AppError(
        'invalid_input',
        `A request can have at most ${LIMITS.upload.chunksPerRequest} chunks.`,
      )
    }
    const bytes = new Uint8Array(await part.arrayBuffer())
    chunks.push({ checksum: part.name.toLowerCase(), isPacked: match[1] !== undefined, bytes })
  }
  if (chunks.length === 0)
    throw new AppError('invalid_input', 'The form has no part named file or file_gzip.')
  return chunks
}

/** `Sourcemap:main.js.map`, any number of times. */
export function headersIn(form: FormData): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const value of form.getAll('header')) {
    const match = typeof value === 'string' ? /^([^:]{1,100}):(.{1,8192})$/.exec(value) : null
    if (match !== null) headers.set(match[1]!.trim().toLowerCase(), match[2]!.trim())
  }
  return headers
}

export function textIn(form: FormData, name: string, longest: number): string | undefined {
  const value = form.get(name)
  if (typeof value !== 'string' || value === '') return undefined
  if (value.length > longest)
    throw new AppError('invalid_input', `${name}: must have ${longest} characters or fewer.`)
  return value
}

export async function fileIn(form: FormData): Promise<Uint8Array> {
  const part = form.get('file')
  if (part === null || typeof part === 'string')
    throw new AppError('invalid_input', 'The form has no part named file.')
  return new Uint8Array(await part.arrayBuffer())
}
