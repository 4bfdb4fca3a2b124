export function IntakePage() {
  return (
    <main id="main" tabIndex={-1}>
      IntakePage
    </main>
  )
}
