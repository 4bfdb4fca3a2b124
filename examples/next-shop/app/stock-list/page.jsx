/** Rendered again when it is older than a second. */
export const revalidate = 1

export default function Page() {
  return (
    <article className="text">
      <h1>Counted at {new Date().toISOString()}</h1>
      <p>We count what is in stock all the time.</p>
    </article>
  )
}
