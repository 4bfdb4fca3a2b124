/** How a test controls a page and reads the IDs of sent events. */
export interface PageConfig {
  readonly dsn: string
  readonly tunnel?: string
  readonly release?: string
}

declare global {
  interface Window {
    config: PageConfig
    sent: string[]
    play: (name: string) => void
  }
}

export function offer(scenarios: Readonly<Record<string, () => unknown>>): void {
  window.sent = []
  window.play = (name) => {
    const scenario = scenarios[name]
    if (scenario === undefined) throw new Error(`this page has no scenario ${name}`)
    // A microtask of its own: an error leaves it for window.onerror, and the frames are the page's alone.
    queueMicrotask(() => void scenario())
  }
}

/** What a visitor does before it breaks; each step leaves a breadcrumb. */
export async function visit(): Promise<void> {
  document.querySelector<HTMLButtonElement>('#buy')!.click()
  console.warn('cart is nearly empty')
  await fetch('/stock.json').then((response) => response.json())
  history.pushState({}, '', '/basket')
}
