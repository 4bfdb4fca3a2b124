export function IssuePage() {
  return (
    <main id="main" tabIndex={-1}>
      IssuePage
    </main>
  )
}
