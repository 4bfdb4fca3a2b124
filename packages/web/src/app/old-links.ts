import { redirect } from '@tanstack/react-router'

/** Links of Sentry's shape, and of earlier versions of ours, lead to the page they mean; the table of them is fetched only then. */
export async function leadOn({
  location,
}: {
  readonly location: { readonly pathname: string; readonly searchStr: string }
}): Promise<void> {
  const { ourAddressFor } = await import('./sentry-links.ts')
  const href = ourAddressFor(location.pathname, location.searchStr)
  if (href !== undefined) throw redirect({ href, replace: true })
}
