export function TokensPage() {
  return (
    <main id="main" tabIndex={-1}>
      TokensPage
    </main>
  )
}
