export function FindPage() {
  return (
    <main id="main" tabIndex={-1}>
      FindPage
    </main>
  )
}
