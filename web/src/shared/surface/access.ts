/**
 * Who may open a screen: `tool` everybody everywhere, `open` every visitor, `browse` customers, guests and desktop
 * visitors, `customer` who is logged in. The server enforces; this only leads people to where they can go on.
 */
export type Access = 'tool' | 'open' | 'browse' | 'customer';

export type Handle = { access: Access };
