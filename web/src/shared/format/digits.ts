export function digitsOnly(text: string): string {
  return text.replace(/\D/g, '');
}
