import { call } from '../api'

export async function refreshSession(): Promise<string> {
  const { expires } = await call('POST', '/api/session')
  sessionStorage.setItem('expires', expires)
  return expires
}
