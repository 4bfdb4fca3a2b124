/** A look that is opened from here is shown above the page: an intercepted route in a parallel one. */
export default function Layout({ children, modal }) {
  return (
    <>
      {children}
      {modal}
    </>
  )
}
