import { mount } from "svelte";
import App from "./App.svelte";
import "./table.css";
import "./app.css";

mount(App, { target: document.getElementById("app")! });
