/** A function of a Next.js application that pages call on its server. */
export interface ServerAction {
  /** The hash by which requests name it; another in most builds. */
  readonly id: string
  readonly file: string
  /** Of its export; Next.js makes one up for a function inside of a component. */
  readonly name: string
}

const INLINE = /^\$\$RSC_SERVER_ACTION_(\d+)$/

/** `placeOrder (app/cart.js)`. */
export function nameOfAction({ file, name }: ServerAction): string {
  const [, number] = INLINE.exec(name) ?? []
  return `${number === undefined ? name : `inline action ${number}`} (${file})`
}
