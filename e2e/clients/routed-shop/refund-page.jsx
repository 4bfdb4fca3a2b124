/** In a file of its own, so that its code is fetched when it is wanted. */
export function Component() {
  return <h1>Refund</h1>
}
