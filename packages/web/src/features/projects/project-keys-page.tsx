export function ProjectKeysPage() {
  return (
    <main id="main" tabIndex={-1}>
      ProjectKeysPage
    </main>
  )
}
