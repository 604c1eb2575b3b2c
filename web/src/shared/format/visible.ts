/** Characters that are never drawn, as on the server (`platform/src/text.rs`). They come with copied text. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Text without its invisible characters. */
export const visible = (text: string) => text.replace(invisible, '');

/** Hyphens, dashes and the minus sign. */
export const dashes = /[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
