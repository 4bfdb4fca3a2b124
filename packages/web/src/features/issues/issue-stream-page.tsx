export function IssueStreamPage() {
  return (
    <main id="main" tabIndex={-1}>
      IssueStreamPage
    </main>
  )
}
