/**
 * Small replacement for Turnstile's script: a checkbox that returns `token` when ticked, with a new number
 * each time.
 */
export const turnstile = (token: string) => ({
  contentType: 'text/javascript',
  body: `
    let count = 0;
    const boxes = [];
    globalThis.turnstile = {
      render(container, options) {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.addEventListener('change', () => options.callback('${token}-' + count++));
        label.append(box, ' I am human at ' + options.sitekey);
        container.append(label);
        return boxes.push(box) - 1;
      },
      reset(widget) {
        boxes[widget].checked = false;
      },
    };
    on_turnstile();`,
});
