/** Email address that wraps in narrow columns. */
export function BreakableEmail({ email }: { email: string }) {
  const [name, ...host] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{host.join('@')}
    </>
  );
}
