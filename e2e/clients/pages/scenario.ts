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

/** `beforeSend` of a page: its events are found by their ids. */
export function recordSent<T extends { event_id?: string }>(event: T): T {
  if (event.event_id !== undefined) window.sent.push(event.event_id)
  return event
}

/** What a page tells its SDK where nothing else is tested. */
export const sdkOptions = () => ({
  ...window.config,
  release: 'shop@1.4.2',
  environment: 'e2e',
  beforeSend: recordSent,
})

/** What a visitor does before it breaks; each step leaves a breadcrumb. */
export async function visit(): Promise<void> {
  document.querySelector<HTMLButtonElement>('#buy')!.click()
  console.warn('cart is nearly empty')
  await fetch('/stock.json').then((response) => response.json())
  history.pushState({}, '', '/basket')
}
