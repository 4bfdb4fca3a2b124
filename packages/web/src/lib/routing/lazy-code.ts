import { serverReach, type ReachWatch } from '#lib/api/reachability.ts'

/** How long the code of a screen may take before the browser is asked to load the page as a whole. */
export const CODE_PATIENCE_MS = 3800

let underWay = 0

/**
 * Counts the screens whose code is being fetched. A server that is gone does not end the way to a screen: the page
 * stays what it is, and the code is fetched when the server is back.
 */
export function arriving<T>(load: () => Promise<T>, reach: ReachWatch = serverReach): () => Promise<T> {
  const persist = async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      // The server is there and the code is not: an older version of the page asks for it.
      if (await reach.doubt()) throw error
      await returned(reach)
      return load()
    }
  }
  return () => {
    underWay += 1
    return persist().finally(() => {
      underWay -= 1
    })
  }
}

function returned(reach: ReachWatch): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (reach.current().gone) return
      forget()
      resolve()
    }
    const forget = reach.subscribe(look)
    look()
  })
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
  reach: ReachWatch = serverReach,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let navigation = 0
  const watch = (href: string, of: number) => {
    timer = setTimeout(() => {
      if (underWay === 0) return
      if (!reach.current().gone) leave(href)
      // Nothing could be loaded now, and the browser's own page for that does not come back by itself.
      else
        void returned(reach).then(() => {
          if (of === navigation) watch(href, of)
        })
    }, CODE_PATIENCE_MS)
  }
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    clearTimeout(timer)
    navigation += 1
    watch(toLocation.publicHref, navigation)
  })
  router.subscribe('onResolved', () => {
    clearTimeout(timer)
    navigation += 1
  })
}
