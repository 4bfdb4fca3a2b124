/** Where a new password is set; the token is behind the hash, so that no server, proxy or referrer gets to see it. */
export function resetPath(token: string): string {
  return `/reset-password#${token}`
}
