export class ApiError extends Error {
  override readonly name = 'ApiError'
}

export async function call(method: string, path: string): Promise<Record<string, string>> {
  const answer = await fetch(path, { method, headers: { accept: 'application/json' } })
  if (!answer.ok) throw new ApiError(`${method} ${path} answered ${answer.status}`)
  return answer.json()
}
