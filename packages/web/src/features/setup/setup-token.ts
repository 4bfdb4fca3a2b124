/** The token rides in the fragment, which browsers never send, so it reaches no log on the way. */
export function setupToken(address: { readonly hash: string; readonly search: string }): string | undefined {
  const fragment = new URLSearchParams(address.hash.replace(/^#/, '')).get('token')
  return fragment || new URLSearchParams(address.search).get('token') || undefined
}
