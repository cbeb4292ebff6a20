// The charts as they are drawn, below each other, with their names.
import type { ShownChannel } from './chart';
import { curveColor, pageColor } from './style';

const headHeight = 26; // CSS pixels

/** "Motor torque [N m]" and the channels in their colours. */
function drawHead(pen: CanvasRenderingContext2D, title: string, shown: ShownChannel[]): void {
  const units = [...new Set(shown.map((s) => s.channel.unit))].join(', ');
  let x = 12;
  const write = (words: string, color: string, weight: number): void => {
    pen.font = `${weight} 13px system-ui, sans-serif`;
    pen.fillStyle = color;
    pen.fillText(words, x, 18);
    x += pen.measureText(words).width + 14;
  };
  write(`${title} [${units}]`, pageColor('--ink'), 600);
  for (const { channel, index } of shown) write(channel.name, channel.layers ? pageColor('--ink') : curveColor(index), 400);
}

export function chartsAsPicture(title: string, charts: HTMLCanvasElement[], shown: ShownChannel[][]): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  const head = headHeight * devicePixelRatio;
  sheet.width = Math.max(...charts.map((c) => c.width), 1);
  sheet.height = charts.reduce((sum, c) => sum + head + c.height, 0) || 1;
  const pen = sheet.getContext('2d')!;
  pen.fillStyle = pageColor('--card');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  let y = 0;
  charts.forEach((chart, i) => {
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, y);
    drawHead(pen, title, shown[i] ?? []);
    pen.resetTransform();
    pen.drawImage(chart, 0, y + head);
    y += head + chart.height;
  });
  return sheet;
}
