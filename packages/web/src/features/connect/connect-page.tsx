export function ConnectPage() {
  return (
    <main id="main" tabIndex={-1}>
      ConnectPage
    </main>
  )
}
