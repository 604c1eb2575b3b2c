type Me = { mustChangePassword: boolean; needsSecondFactor: boolean };

/** Setup that a staff member must finish before anything else; null: none. */
export function setupOf(me: Me): 'password' | 'second factor' | null {
  if (me.mustChangePassword) return 'password';
  return me.needsSecondFactor ? 'second factor' : null;
}
