import { mount } from 'svelte';

import './base/tokens.css';
import './base/base.css';
import App from './pages/App.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app');
mount(App, { target });
