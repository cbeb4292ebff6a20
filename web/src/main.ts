// Report: the run stands in the page. Else the page talks to the server that it came from.
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { connect } from './app/connect';
import { Page } from './app/page';
import type { RunDocument } from './run/document';
import { Run } from './run/run';

declare global {
  interface Window {
    /** The page, for tests and for the curious. */
    erfd: Page;
  }
}

const page = new Page();
window.erfd = page;
const inlined = document.getElementById('erfd-run')?.textContent;
if (inlined) page.show(new Run(JSON.parse(inlined) as RunDocument));
else void connect(page);
