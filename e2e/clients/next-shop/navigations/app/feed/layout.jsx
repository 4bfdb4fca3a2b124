/** The photo that is opened from here is shown above the feed (an intercepted route in a parallel one). */
export default function Layout({ children, modal }) {
  return (
    <>
      {children}
      {modal}
    </>
  )
}
