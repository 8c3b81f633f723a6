import { mount } from 'svelte';

import './base/tokens.css';
import './base/base.css';
import { nextTask } from './base/chunks';
import App from './pages/App.svelte';
import { begin } from './pages/begin';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');
await nextTask(); // Each of these takes its time.
begin();
await nextTask();
mount(App, { target });
