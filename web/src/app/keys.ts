// Keys of the whole page. Fields and the editor keep theirs.

export type KeyTable = [key: string, what: string, action: () => void][];

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key;
  const ctrl = event.ctrlKey || event.metaKey ? 'ctrl ' : '';
  return `${ctrl}${event.shiftKey && key.startsWith('Arrow') ? 'shift ' : ''}${key}`;
}

/** True if the table has the key, which then belongs to nobody else. */
function answer(event: KeyboardEvent, table: KeyTable): boolean {
  const found = event.altKey ? undefined : table.find(([key]) => key === nameOf(event));
  if (!found) return false;
  event.preventDefault();
  found[2]();
  return true;
}

export function listenToKeys(table: KeyTable): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (target.closest('select, textarea, dialog, .cm-content[contenteditable="true"]')) return;
    if (target instanceof HTMLInputElement && target.type !== 'range') return;
    if (event.key === ' ' && target.closest('button')) return;
    answer(event, table);
  });
}

/** Also where someone types: before fields, editor and browser have them. */
export function listenEverywhere(table: KeyTable): void {
  document.addEventListener('keydown', (event) => {
    if (!(event.target as HTMLElement).closest('dialog') && answer(event, table)) event.stopPropagation();
  }, { capture: true });
}

/** Made when it is asked for, gone when it is closed. */
export function showHelp(table: KeyTable): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'help';
  const list = document.createElement('dl');
  for (const [key, what] of table.filter(([, text]) => text !== '')) {
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
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(head, list, mouse, close);
  document.body.append(dialog);
  dialog.showModal();
}
