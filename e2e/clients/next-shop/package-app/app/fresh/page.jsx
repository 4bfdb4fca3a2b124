/** Rendered again every second. */
export const revalidate = 1

export default function Page() {
  return <h1>Rendered at {Date.now()}</h1>
}
