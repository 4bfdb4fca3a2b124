/** How long the code of a screen may take before the browser is asked to load the page as a whole. */
export const CODE_PATIENCE_MS = 3800

let underWay = 0

/** Counts the screens whose code is being fetched. */
export function arriving<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    underWay += 1
    return load().finally(() => {
      underWay -= 1
    })
  }
}

interface NavigationEvents {
  readonly subscribe: (
    type: 'onBeforeNavigate' | 'onResolved',
    then: (event: { readonly toLocation: { readonly publicHref: string } }) => void,
  ) => () => void
}

/** A link must lead somewhere even when a script does not come: after a while the address is loaded the plain way. */
export function fallBackToFullLoad(
  router: NavigationEvents,
  leave = (href: string) => location.assign(href),
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (underWay > 0) leave(toLocation.publicHref)
    }, CODE_PATIENCE_MS)
  })
  router.subscribe('onResolved', () => clearTimeout(timer))
}
