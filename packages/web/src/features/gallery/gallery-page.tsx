export function GalleryPage() {
  return (
    <main id="main" tabIndex={-1}>
      GalleryPage
    </main>
  )
}
