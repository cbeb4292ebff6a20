// Keys of the whole page. Fields and the editor keep theirs.

export type KeyTable = [key: string, what: string, action: () => void][];

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key;
  if (!key.startsWith('Arrow')) return key;
  return `${event.ctrlKey ? 'ctrl ' : ''}${event.shiftKey ? 'shift ' : ''}${key}`;
}

export function listenToKeys(table: KeyTable): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if ((event.ctrlKey && !event.key.startsWith('Arrow')) || event.metaKey || event.altKey) return;
    if (target.closest('select, textarea, dialog, .cm-content[contenteditable="true"]')) return;
    if (target instanceof HTMLInputElement && target.type !== 'range') return;
    if (event.key === ' ' && target.closest('button')) return;
    const found = table.find(([key]) => key === nameOf(event));
    if (!found) return;
    event.preventDefault();
    found[2]();
  });
}

export function helpDialog(table: KeyTable): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'help';
  const list = document.createElement('dl');
  for (const [key, what] of table) {
    const term = document.createElement('dt');
    term.textContent = key.replace('ArrowLeft', '←').replace('ArrowRight', '→');
    const text = document.createElement('dd');
    text.textContent = what;
    list.append(term, text);
  }
  const head = document.createElement('h2');
  head.textContent = 'Keys';
  const mouse = document.createElement('p');
  mouse.textContent =
    'In the 3D view: drag turns, right drag or two fingers shift, wheel or pinch zooms. In a chart: a click sets the time, a drag zooms, a double click shows the whole time again.';
  const close = document.createElement('button');
  close.textContent = 'Close';
  close.addEventListener('click', () => dialog.close());
  dialog.append(head, list, mouse, close);
  return dialog;
}
