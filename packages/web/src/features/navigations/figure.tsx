import { Count } from '#ui/data/count.tsx'

/** A number that may have been extrapolated, and a dash for none. */
export function Figure({ of }: { readonly of: number }) {
  return of === 0 ? <>–</> : <Count of={Math.max(1, Math.round(of))} />
}
