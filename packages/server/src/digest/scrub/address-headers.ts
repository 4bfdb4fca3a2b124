/** Where proxies and frameworks repeat the client's address. */
const ADDRESS_HEADERS =
  /^(?:x-forwarded-for|forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-vercel-forwarded-for|x-sentry-forwarded-for|fly-client-ip|remote[_-]addr)$/i

export function isAddressHeader(name: string): boolean {
  return ADDRESS_HEADERS.test(name)
}
